#!/bin/sh
# Stops the board before its package goes, and has it start no more. dpkg says remove or
# upgrade, rpm how many versions stay, pacman the version that goes.
set -e
case "$1" in
upgrade | failed-upgrade | deconfigure | 1) ;;
*)
	if [ -x "$(command -v systemctl)" ]; then
		systemctl --no-reload disable --now chuhe-board.service >/dev/null 2>&1 || true
	fi
	;;
esac
