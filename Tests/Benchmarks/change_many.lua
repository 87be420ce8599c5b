-- wrk's script for PATCH /rpc/me of many accounts. Each request is a choice of one of the sessions in
-- the file of the first argument, whose device is the session's; the later one wins.
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

function init(arguments)
  tokens = {}
  for line in io.lines(arguments[1]) do tokens[#tokens + 1] = line end
  math.randomseed(number)
  -- Two threads never use the same session, so that each device counts for itself.
  sequence = 0
end

function request()
  sequence = sequence + 1
  local index = math.random(1, math.floor(#tokens / 2)) * 2 - number % 2
  local language = sequence % 2 == 0 and "en" or "ar"
  return wrk.format("PATCH", nil, {
    ["Authorization"] = "Bearer " .. tokens[index], ["Content-Type"] = "application/json",
  }, string.format(
    '{"preferredLocale":"%s","device":"%032x","sequence":%d,"chosen_at":%d}',
    language, index, sequence + tonumber(wrk.headers["X-Start"] or 0), sequence))
end
