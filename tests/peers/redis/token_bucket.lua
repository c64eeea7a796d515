-- A token bucket in one hash: the level when it was last charged, and when that was.
--
--   KEYS[1]   the bucket
--   ARGV      now, cost, refill, token, burst, grace
--
-- Time is in whole microseconds. With the rate reduced to p permits in q microseconds, one token is `token` = q units
-- and a microsecond refills `refill` = p units: whole numbers, which Lua's doubles hold exactly below 2^53. They stay
-- below it while 2 * burst * token + refill < 2^53 and now < 2^53 (the year 2255): elapsed time is cut to what fills the
-- bucket before it is multiplied. Quotients of such numbers round up exactly too: one that is not whole is at least
-- 1 / refill away from the next whole number, more than a double's rounding moves it.
--
-- Answers { outcome, wait, remaining }: 0 allowed, 2 refused with the microseconds to wait, 3 impossible. Only a request
-- that passes writes. The key expires `grace` milliseconds after the bucket is full, since a missing key is a full bucket.

local now, cost, refill = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local token, burst, grace = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local capacity = burst * token

local held = redis.call('HMGET', KEYS[1], 'level', 'at')
local level, at = capacity, now
if held[1] then
    level, at = tonumber(held[1]), tonumber(held[2])
end
-- Time never goes back for a bucket: an older clock would be paid the same interval twice.
now = math.max(now, at)
local elapsed = math.min(now - at, math.ceil((capacity - level) / refill))
level = math.min(capacity, level + elapsed * refill)

if cost > burst then
    return { 3, 0, math.floor(level / token) }
end
local price = cost * token
if level < price then
    return { 2, math.ceil((price - level) / refill), math.floor(level / token) }
end
level = level - price
-- Numbers are handed over as they are: Redis writes all their digits, tostring() would keep only 14.
redis.call('HSET', KEYS[1], 'level', level, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(math.ceil((capacity - level) / refill) / 1000) + grace)
return { 0, 0, math.floor(level / token) }
