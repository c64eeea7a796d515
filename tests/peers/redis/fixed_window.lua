-- A fixed window: one counter whose name holds the number of the window, so that time needs no argument.
--
--   KEYS[1]   the counter of this window
--   ARGV      cost, limit, life in milliseconds
--
-- Answers { outcome, remaining }: 0 allowed, 2 refused, 3 impossible. Counting and expiry are one step, so no crash can
-- leave a counter that lives for ever. What is refused is taken back out: it is not counted.

local cost, limit, life = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if cost > limit then
    return { 3, limit - tonumber(redis.call('GET', KEYS[1]) or 0) }
end
local count = redis.call('INCRBY', KEYS[1], cost)
if count == cost then
    redis.call('PEXPIRE', KEYS[1], life)
end
if count > limit then
    count = redis.call('DECRBY', KEYS[1], cost)
    return { 2, limit - count }
end
return { 0, limit - count }
