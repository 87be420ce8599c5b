let screens20x6: [LiteralScreen] = []
