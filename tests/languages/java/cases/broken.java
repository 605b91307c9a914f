class Broken {
    void a( { run(; }
    int x = ;
    void fine() { helper(); }
}
