"""Architecture rules, judged on what a change introduces. Pure: no file, no git, no database; same input, same output.

head = View(code, Parts(config.parts), config.architecture, config.allow, config.rules)     one side: see `values.Code`
violations = judge(base, head, config.rules, Change(renames, touched))                      new, fixed and unchanged ones
violations = check(head, config.rules)                                                      all of one revision
"""
