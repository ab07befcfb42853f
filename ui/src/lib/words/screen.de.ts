// German: the confidentiality screen.

import type { Words } from './en';
import { num, plural } from './plural';
import { placeWords } from './places.de';

export const screening: Pick<Words, 'screening'> = {
  screening: {
    passed: 'Nichts Vertrauliches gefunden',
    blocked: 'Etwas Vertrauliches steht darin: Es geht nicht hinaus',
    held: (n) =>
      `${num(n)} ${plural(n, 'Stelle wartet', 'Stellen warten')}, bis Sie hinsehen und freigeben`,
    allReleased: 'Von Ihnen freigegeben; die Freigabe wird mit Ihrer Entscheidung unterschrieben',
    down: 'Die Prüfung läuft nicht: Es geht nichts hinaus',
    rules: (n) => `Regeln ${num(n)}`,
    kinds: {
      secret_figure: 'eine Zahl Ihres Mandats oder eine, aus der sie folgt',
      untraced_figure:
        'eine Zahl, die aus keinem Angebot des Vorgangs folgt: Sie könnte mehr sagen, als Sie wollen',
      limit_talk: 'Worte, die sagen, wo Ihre Grenze liegt',
      opaque: 'etwas, das niemand lesen kann',
      outside: 'vom zusätzlichen Prüfer angehalten',
    },
    behind: {
      secret_figure:
        'Sucht Zahlen, die Ihr Mandat geheim hält, und solche, aus denen eine folgt: einen Anteil, einen Unterschied, einen Betrag je Einheit oder Monat, eine andere Währung, in Worten, kodiert oder versteckt. Wer sie liest, kennt Ihre Grenze; darum kann sie niemand freigeben.',
      untraced_figure:
        'Sucht Zahlen, die ein Preis, eine Summe, ein Anteil oder ein Vielfaches dieses Geschäfts sein könnten und aus keinem Angebot, keinem Gegenangebot und nichts offen Gesagtem folgen. Nur Sie wissen, ob man sie sagen darf.',
      limit_talk:
        'Sucht Worte, die ohne Zahl sagen, wo Ihre Grenze liegt: dass noch Spielraum ist, dass eine Vermutung stimmt, dass ein Preis angenommen würde, oder wie eine Zahl zu lesen ist.',
      opaque:
        'Sucht, was gepackt, verschlüsselt oder in Zeichen geschrieben ist. Was niemand lesen kann, kann niemand beurteilen.',
      outside:
        'Der zusätzliche Prüfer hält es an. Seine Regeln sind seine eigenen, mehr sagt er nicht.',
      too_much:
        'Es ist mehr Text, als die Prüfung auf einmal liest. Was nicht gelesen wird, geht nicht hinaus.',
      unreadable:
        'Was hinausginge, hat nicht die vereinbarte Form; seine Felder lassen sich nicht unterscheiden.',
      unavailable:
        'Der Prozess der Prüfung ließ sich nicht starten oder endete vorzeitig. Ohne sein Urteil geht nichts hinaus.',
      timed_out:
        'Der Prozess der Prüfung brauchte länger, als er darf. Ohne sein Urteil geht nichts hinaus.',
      garbled:
        'Die Antwort der Prüfung ist kein Urteil über das Gefragte. Ohne Urteil geht nichts hinaus.',
      other_rules:
        'Der Prozess der Prüfung folgt einer anderen Fassung der Regeln als dieses Programm.',
      outside_unavailable:
        'Der zusätzliche Prüfer gab kein Urteil. Wird einer gefragt, hält auch sein Schweigen an.',
      outside_timed_out:
        'Der zusätzliche Prüfer gab nicht rechtzeitig ein Urteil. Wird einer gefragt, hält auch sein Schweigen an.',
    },
    decoded: 'hinter einer Kodierung oder Verkleidung gefunden',
    whole: 'der ganze Text',
    place: (path) => placeWords(path),
    release: 'Diese Stelle freigeben',
    releaseOf: (place, text) => `Freigeben in ${place}: ${text}`,
    blocks: 'kann nicht freigegeben werden',
    title: 'Prüfung auf Vertrauliches',
    lead: 'Alles, was hinausgeht, liest ein eigener Prozess mit Grenzen für Zeit und Speicher. Kann er nicht laufen, geht auf keinem Weg etwas hinaus.',
    runs: 'Die Prüfung läuft',
    outside: {
      title: 'Zusätzlicher Prüfer',
      lead: 'Ein Dienst von Ihnen kann zusätzlich gefragt werden. Er kann anhalten, was hinausgeht, und nichts freigeben. Sagt er nichts, geht nichts hinaus.',
      sent: 'Er bekommt Ort und Text jedes Feldes, das hinausginge. Er bekommt nie Ihr Mandat, dessen Zahlen, oder mit wem verhandelt wird.',
      on: 'Einen zusätzlichen Prüfer fragen',
      url: 'Adresse',
      urlHint: 'https://…; ohne Verschlüsselung nur auf diesem Rechner',
      token: 'Token',
      tokenHint: 'Liegt im Schlüsselbund. Leer: wie bisher.',
      seconds: 'Sekunden, die er brauchen darf',
      save: 'Speichern',
      saving: 'Wird gespeichert …',
      saved: 'Gespeichert.',
    },
  },
};
