module example/text

go 1.19
