let screens80x24: [LiteralScreen] = []
