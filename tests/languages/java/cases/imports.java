// Packages and imports: single, static, of all names, nested.
package org.example.app;

import java.util.List;
import org.example.Outer.Inner;
import static org.example.Checks.notNull;
import org.example.model.*;
import static org.example.Names.*;

class Empty { }
