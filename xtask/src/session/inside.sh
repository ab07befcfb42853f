# Runs on the session bus, as `sh -c … session COMMAND ARGUMENT…`.
# The daemon stays in this process group and ends with the bus.
printf %s session-only | gnome-keyring-daemon --unlock --components=secrets >&2 || exit 70
# The answer comes when the service is on the bus: nothing has to be waited for.
locked=$(dbus-send --session --print-reply=literal --dest=org.freedesktop.secrets \
    /org/freedesktop/secrets/collection/login org.freedesktop.DBus.Properties.Get \
    string:org.freedesktop.Secret.Collection string:Locked) || exit 70
case $locked in
    *'boolean false'*) ;;
    *)
        echo "The keychain is not unlocked: $locked" >&2
        exit 70
        ;;
esac
: >"$XDG_RUNTIME_DIR/session.begun"
exec "$@" 2>&3 3>&-
