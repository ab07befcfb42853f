printf %s a-keychain-for-tests | gnome-keyring-daemon --replace --unlock --components=secrets >/dev/null || exit 70
dbus-send --session --print-reply=literal --dest=org.freedesktop.secrets \
    /org/freedesktop/secrets/collection/login org.freedesktop.DBus.Properties.Get \
    string:org.freedesktop.Secret.Collection string:Locked | grep -q 'boolean false' || exit 71
