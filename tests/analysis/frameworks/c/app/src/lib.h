int run(int count);
