// Written by LiteralScreenTests.

let screens20x6: [LiteralScreen] = []
