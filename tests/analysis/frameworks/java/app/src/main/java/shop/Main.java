package shop;

import picocli.CommandLine.Command;

public class Main {
    public static void main(String[] args) { }
    static void main() { }

    static class Tool {
        public static void main(final String... args) { }
    }
}

@Command(name = "sync")
class Sync implements Runnable {
    public void run() { }
    void run(int other) { }
}
