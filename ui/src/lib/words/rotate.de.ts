// Mit einem anderen Schlüssel weiterarbeiten, und was zu tun ist, wenn einer verloren ist.

import type { rotate as english } from './rotate.en';

export const rotate: typeof english = {
  rotate: {
    open: 'Mit neuem Schlüssel weiter …',
    title: 'Mit einem neuen Schlüssel weiterarbeiten?',
    lead: 'Ein neuer Schlüssel wird dort erzeugt, wo Ihrer jetzt ruht, und der alte signiert, dass er folgt. Was der alte signiert hat, bleibt gültig; von da an signiert er nichts mehr. Ihre Vorgänge und Mandate gehen weiter, und die Arbeitsplätze der anderen folgen von selbst.',
    votes:
      'Eine Regel für Abstimmungen nennt Schlüssel: Wer die Organisation inne hat, muss Sie darin neu nennen. Entwürfe, die für den alten Schlüssel versiegelt wurden, öffnen sich nicht mehr; lassen Sie sie neu entwerfen.',
    passphrase: 'Ihre Passphrase',
    confirm: 'Schlüssel erzeugen und weiter',
    done: 'Von nun an signieren Sie mit Ihrem neuen Schlüssel.',
    lost: 'Schlüssel verloren?',
    lostLead:
      'Er lässt sich nicht zurückholen, und niemand kann an Ihrer Stelle signieren. Bitten Sie, wer die Organisation inne hat, Sie unter Leute zu entfernen und neu einzuladen: Sie kommen in einem leeren Arbeitsbereich mit einem neuen Schlüssel wieder hinzu, und Ihre Vorgänge werden ihm übergeben. Was Sie signiert haben, bleibt gültig. Hat der einzige Mensch, der die Organisation inne hat, den Schlüssel verloren, muss sie auf einem neuen Host neu gegründet werden; Aufzeichnungen und Exporte der alten bleiben gültig.',
  },
};
