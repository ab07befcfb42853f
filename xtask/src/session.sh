# Runs inside the session bus, as `sh -c … session COMMAND ARGUMENT…`.
# The daemon stays in this process group and ends with the bus.
printf %s session-only | gnome-keyring-daemon --unlock --components=secrets >/dev/null || {
    echo 'session: gnome-keyring-daemon did not start' >&2
    exit 70
}
# The answer comes when the service is on the bus: nothing has to be waited for.
locked=$(dbus-send --session --print-reply=literal --dest=org.freedesktop.secrets \
    /org/freedesktop/secrets/collection/login org.freedesktop.DBus.Properties.Get \
    string:org.freedesktop.Secret.Collection string:Locked) || exit 70
case $locked in
    *'boolean false'*) ;;
    *)
        echo "session: the keychain is not unlocked: $locked" >&2
        exit 70
        ;;
esac
exec "$@"
