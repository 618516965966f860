#!/bin/sh
# Lets the system forget the service of the package that has gone.
set -e
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload >/dev/null 2>&1 || true
fi
