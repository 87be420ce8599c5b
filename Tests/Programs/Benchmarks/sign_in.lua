-- Signs in repeatedly with the right password.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"login":"ben","password":"correct horse battery"}'
