-- A sliding-window log: a sorted set with one member for each unit of cost that passed, scored by its time.
--
--   KEYS[1]   the log
--   ARGV      now, cost, limit, window, name, grace
--
-- Time is in whole microseconds; scores are doubles, exact below 2^53. `name` is unique to the request: members that were
-- named after their time would fall into one when two requests come at one instant.
--
-- Answers { outcome, wait, remaining }: 0 allowed, 2 refused with the microseconds to wait, 3 impossible. Refused requests
-- are not logged. The key expires `grace` milliseconds after its newest member has left.

local key = KEYS[1]
local now, cost, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local window, name, grace = tonumber(ARGV[4]), ARGV[5], tonumber(ARGV[6])

-- Time never goes back for a log.
local newest = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')
if newest[2] then
    now = math.max(now, tonumber(newest[2]))
end
-- The window is (now - window, now]: an entry aged exactly one window has left.
redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
local count = redis.call('ZCARD', key)

if cost > limit then
    return { 3, 0, limit - count }
end
if count + cost > limit then
    local last = count + cost - limit - 1
    local leaves = redis.call('ZRANGE', key, last, last, 'WITHSCORES')
    return { 2, tonumber(leaves[2]) + window - now, limit - count }
end
for unit = 1, cost do
    redis.call('ZADD', key, now, name .. ':' .. unit)
end
redis.call('PEXPIRE', key, math.ceil(window / 1000) + grace)
return { 0, 0, limit - count - cost }
