// Written by LiteralScreenTests.

let screens80x24: [LiteralScreen] = []
