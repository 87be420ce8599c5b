-- wrk's script for PATCH /rpc/me. Each thread is a device that sends choices continuously, with its
-- own token from the arguments.
local devices = 0

function setup(thread)
  devices = devices + 1
  thread:set("number", devices)
  thread:set("device", string.format("%032x", devices))
end

function init(arguments)
  sequence = 0
  headers = {
    ["Authorization"] = "Bearer " .. arguments[number],
    ["Content-Type"] = "application/json",
  }
end

function request()
  sequence = sequence + 1
  local language = sequence % 2 == 0 and "en" or "ar"
  return wrk.format("PATCH", nil, headers, string.format(
    '{"preferredLocale":"%s","device":"%s","sequence":%d,"chosen_at":%d}',
    language, device, sequence, sequence))
end

function done(summary, latency)
  print(string.format("errors: %d status, %d socket", summary.errors.status,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
