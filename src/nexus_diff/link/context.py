"""The parts of the evaluator, tied together: each asks the others through here."""

from __future__ import annotations

from nexus_diff.link.alike import Alike
from nexus_diff.link.blankets import Blankets
from nexus_diff.link.blocks import Blocks
from nexus_diff.link.borrows import Borrows
from nexus_diff.link.classes import Classes
from nexus_diff.link.constants import Constants
from nexus_diff.link.containers import Containers
from nexus_diff.link.contexts import Contexts
from nexus_diff.link.conversions import Conversions
from nexus_diff.link.delegates import Delegates
from nexus_diff.link.evaluate import Evaluator
from nexus_diff.link.extensions import Extensions
from nexus_diff.link.fixtures import Fixtures
from nexus_diff.link.implementers import Implementers
from nexus_diff.link.includes import Includes
from nexus_diff.link.instances import Instances
from nexus_diff.link.layers import Layers
from nexus_diff.link.library_members import LibraryMembers
from nexus_diff.link.library_types import LibraryTypes
from nexus_diff.link.members import Members
from nexus_diff.link.modules import Modules
from nexus_diff.link.overloads import Overloads
from nexus_diff.link.packages import Packages
from nexus_diff.link.parameters import Parameters
from nexus_diff.link.paths import Paths
from nexus_diff.link.ratings import Ratings
from nexus_diff.link.receivers import Receivers
from nexus_diff.link.references import References
from nexus_diff.link.scoping import Scoping
from nexus_diff.link.shapes import Shapes
from nexus_diff.link.signatures import Signatures
from nexus_diff.link.slots import Slots
from nexus_diff.link.structural import Structural
from nexus_diff.link.substitution import Substitution
from nexus_diff.link.types import Types
from nexus_diff.link.world import World


class Context:
    """One world and everything that evaluates in it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.modules = Modules(self)
        self.packages = Packages(self)
        self.includes = Includes(self)
        self.paths = Paths(self)
        self.classes = Classes(self)
        self.members = Members(self)
        self.blocks = Blocks(self)
        self.blankets = Blankets(self)
        self.layers = Layers(self)
        self.borrows = Borrows(self)
        self.instances = Instances(self)
        self.types = Types(self)
        self.library_types = LibraryTypes(self)
        self.library_members = LibraryMembers(self)
        self.substitution = Substitution(self)
        self.evaluator = Evaluator(self)
        self.scoping = Scoping(self)
        self.parameters = Parameters(self)
        self.fixtures = Fixtures(self)
        self.constants = Constants(self)
        self.signatures = Signatures(self)
        self.contexts = Contexts(self)
        self.delegates = Delegates(self)
        self.containers = Containers(self)
        self.receivers = Receivers(self)
        self.alike = Alike(self)
        self.conversions = Conversions(self)
        self.ratings = Ratings(self)
        self.overloads = Overloads(self)
        self.references = References(self)
        self.extensions = Extensions(self)
        self.slots = Slots(self)
        self.shapes = Shapes(self)
        self.structural = Structural(self)
        self.implementers = Implementers(self)
