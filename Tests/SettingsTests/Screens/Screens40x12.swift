// Written by LiteralScreenTests.

let screens40x12: [LiteralScreen] = []
