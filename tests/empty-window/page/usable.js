// Usable is when it has been painted.
requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('usable')));
