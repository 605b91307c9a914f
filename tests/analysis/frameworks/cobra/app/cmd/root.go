package cmd

import "github.com/spf13/cobra"

var rootCmd = &cobra.Command{
	Use:   "tool",
	Short: "does it",
	Run:   func(cmd *cobra.Command, args []string) { start() },
}

func init() {
	rootCmd.AddCommand(serveCmd, newBuild())
	serveCmd.AddCommand(stopCmd)
}

func start() {}
