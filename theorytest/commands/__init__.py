"""The commands of the command line, one file each, with what several of them share."""
