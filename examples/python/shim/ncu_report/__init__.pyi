from ncurep import *
