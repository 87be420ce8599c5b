let screens40x12: [LiteralScreen] = []
