-- wrk's script for many accounts: requests of random sessions, whose tokens are in the file of the
-- first argument. With the second argument "change", each is a choice of the session's device
-- (PATCH /rpc/me); else it reads (GET /rpc/me).
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

function init(arguments)
  tokens = {}
  for line in io.lines(arguments[1]) do tokens[#tokens + 1] = line end
  changes = arguments[2] == "change"
  math.randomseed(number + os.time())
  -- Later than what pgbench has sent before, in microseconds and milliseconds.
  sequence = os.time() * 1000000
  chosen_at = os.time() * 1000
end

function request()
  -- Two threads never use the same session, so that each device counts for itself.
  local index = math.random(1, math.floor(#tokens / 2)) * 2 - number % 2
  local headers = {
    ["Authorization"] = "Bearer " .. tokens[index], ["Content-Type"] = "application/json",
  }
  if not changes then return wrk.format("GET", nil, headers) end
  sequence = sequence + 1
  local language = sequence % 2 == 0 and "en" or "ar"
  return wrk.format("PATCH", nil, headers, string.format(
    '{"preferredLocale":"%s","device":"%032x","sequence":%.0f,"chosen_at":%.0f}',
    language, index, sequence, chosen_at))
end
