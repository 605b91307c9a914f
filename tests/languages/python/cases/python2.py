print "x", f(1)
exec code
print >>out, g()
