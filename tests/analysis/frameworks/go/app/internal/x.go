package internal

func Inner() {}

func main() {}
