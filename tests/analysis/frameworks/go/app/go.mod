module example.com/lib
