package cmd

import "github.com/spf13/cobra"

var serveCmd = &cobra.Command{
	Use:  "serve [port]",
	RunE: serve,
}

var stopCmd = &cobra.Command{Use: "stop", Run: stopNow}

func serve(cmd *cobra.Command, args []string) error { return nil }

func stopNow(cmd *cobra.Command, args []string) {}

func newBuild() *cobra.Command {
	build := &cobra.Command{
		Use: "build",
		RunE: func(cmd *cobra.Command, args []string) error {
			return nil
		},
	}
	return build
}
