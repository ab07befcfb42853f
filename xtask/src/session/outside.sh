# Runs on the virtual display, as `sh -c … session INSIDE COMMAND ARGUMENT…`.
# The bus and the services that it starts talk a lot: that goes into a log, which
# is shown only if the command was never reached. Descriptor 3 is the terminal.
inside=$1
shift
exec 3>&2 2>"$XDG_RUNTIME_DIR/session.log"
dbus-run-session -- sh -c "$inside" session "$@"
code=$?
if ! [ -e "$XDG_RUNTIME_DIR/session.begun" ]; then
    cat "$XDG_RUNTIME_DIR/session.log" >&3
    echo 'The session bus with its keychain did not start.' >&3
fi
exit $code
