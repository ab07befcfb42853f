// German: what was read in inbound texts.

import type { Words } from './en';

export const tactics: Pick<Words, 'tactics'> = {
  tactics: {
    waiting: 'Noch nicht gelesen; gleich.',
    none: 'Keine Taktik benannt.',
    noneInThread: 'Über den Verlauf keine Taktik benannt.',
    thread: 'Über den Verlauf',
    confidence: (percent) => `Sicherheit ${percent}\u00a0%`,
    byPerson: 'von einer Person gesagt',
    byModel: 'vom Modell benannt, Sicherheit nicht gemessen',
    aim: 'Gedacht,',
    answer: 'Einkäufer antworten meist:',
    why: 'Warum, und berichtigen',
    where: 'Wo, und warum',
    wrong: 'Das ist keine Taktik',
    another: 'Es ist eine andere:',
    version: 'Regeln',
    said: (by, family, played) =>
      played ? `${by} sagte: ${family}.` : `${by} sagte: nicht ${family}.`,
    machine: 'Spricht zu einer Maschine.',
    machineLead: 'Es wird gezeigt, und nichts folgt daraus.',
    kinds: {
      addresses: 'spricht ein Modell an',
      overrides: 'will Regeln beiseiteschieben',
      role: 'gibt sich als andere Stimme aus',
      tool: 'sieht aus wie der Aufruf eines Werkzeugs',
      exfiltration: 'fragt nach dem, was nicht gesagt werden soll',
      hidden: 'verborgene Zeichen',
      encoded: 'verschlüsselt geschrieben',
    },
    structure: {
      'structure/expiry_quarter_end': (hours) =>
        `läuft ${hours} Stunden nach Eingang ab, an einem Quartalsende`,
      'structure/expiry_short': (hours) => `läuft ${hours} Stunden nach Eingang ab`,
      'structure/longer_term': (from, to) => `Laufzeit von ${from} auf ${to} Monate`,
      'structure/price_rose': (from, to) => `Stückpreis von ${from} auf ${to}`,
      'structure/lines_added': (added, of) =>
        `${added} von ${of} Positionen sind neu, und die Summe stieg`,
      'thread/shrinking': (total) => `Jahressumme ${total}`,
      'thread/salami': (total) => `Jahressumme ${total}`,
    },
    ruleWords: {
      structure: 'Eine Regel über die Zahlen des Angebots.',
      thread: 'Eine Regel über die Summen im Verlauf.',
      signs: 'Eine Suche nach Zeichen und Schreibweisen.',
      carried: 'Eine Suche nach Verschlüsseltem.',
      person: 'Die Berichtigung einer Person.',
      screen: 'Eine Regel der Prüfung auf Vertrauliches; sie ist Programmcode.',
      guard: 'Eine Regel des Mandats in einer anderen Fassung.',
    },
    families: {
      deadline: {
        name: 'Frist oder Quartalsende',
        aim: 'damit Sie entscheiden, bevor Sie verglichen haben.',
        answer:
          'Fragen, was sich am Tag danach ändert, und beim eigenen Termin bleiben. Was in diesem Quartal galt, gilt meist auch im nächsten.',
      },
      increase: {
        name: 'Drohung mit einer Preiserhöhung',
        aim: 'damit der heutige Preis neben einem schlechteren gut aussieht.',
        answer:
          'Nach der Klausel fragen, die die Erhöhung erlaubt, und nach der Rechnung; die Alternative bepreisen.',
      },
      final: {
        name: 'Letztes Angebot',
        aim: 'um beim Preis des Anbieters zu enden.',
        answer:
          'Als Position nehmen: sagen, was sich für eine Unterschrift ändern müsste, und schweigen können.',
      },
      authority: {
        name: 'Begrenzte Vollmacht, Regel oder Präzedenzfall',
        aim: 'damit die Entscheidung außer Reichweite ist und nur Sie sich bewegen.',
        answer:
          'Fragen, wer entscheiden kann, und mit dieser Person sprechen; nichts geben für eine erhoffte Freigabe.',
      },
      bundle: {
        name: 'Bündel, Kopplung oder Köder',
        aim: 'um die Summe zu heben, während das Stück billiger wirkt, oder Sie zu einem Paket zu lenken.',
        answer: 'Den Preis jedes Teils einzeln verlangen und vergleichen, was Sie brauchen.',
      },
      lockin: {
        name: 'Bindung an Laufzeit oder Menge',
        aim: 'um einen Rabatt gegen Ihre Freiheit zu tauschen, zu gehen oder zu verkleinern.',
        answer:
          'Die Freiheit bepreisen: dieselbe Zahl bei kürzerer Laufzeit, Ausstieg und Deckel bei längerer.',
      },
      anchor: {
        name: 'Anker, Listenpreis oder Einrahmen',
        aim: 'damit Sie an einer Zahl messen, die der Anbieter gewählt hat.',
        answer:
          'Die eigene Zahl mit ihrer Quelle danebenstellen; ein Listenpreis, den niemand zahlt, ist kein Maß.',
      },
      bypass: {
        name: 'Umgehen, Spalten oder vollendete Tatsache',
        aim: 'um jemand anderen bei Ihnen zu gewinnen oder Tatsachen zu schaffen.',
        answer:
          'Den Kollegen sagen, was gesagt wurde, und antworten, dass die benannte Person entscheidet.',
      },
      scarcity: {
        name: 'Knappheit, Schmeichelei, Gefallen oder Rivale',
        aim: 'damit Sie meinen, andere wollten es, Sie seien besonders oder schuldeten etwas.',
        answer:
          'Danken und zu den Bedingungen zurückkehren. Die Knappheit schriftlich verlangen, wenn sie zählt.',
      },
      goodcop: {
        name: 'Guter und böser Verhandler',
        aim: 'damit die milde Stimme wie Ihr Verbündeter wirkt.',
        answer: 'Beide als eine Seite behandeln; eine Position schriftlich verlangen.',
      },
      nibble: {
        name: 'Nachfordern',
        aim: 'um Kleines zu gewinnen, nachdem es fertig schien.',
        answer: 'Nichts umsonst wieder öffnen: jeder Wunsch hat seinen Preis.',
      },
      salami: {
        name: 'Salami',
        aim: 'um den Preis in Scheiben zu heben, die zu dünn zum Ablehnen sind.',
        answer:
          'Die Scheiben zusammenzählen und vor dem Weitergehen einen vollständigen Preis verlangen.',
      },
      flinch: {
        name: 'Zurückschrecken',
        aim: 'damit Sie an Ihrer eigenen Zahl zweifeln.',
        answer: 'Ruhig bleiben; die Zahl und ihren Grund einmal wiederholen.',
      },
      shrinking: {
        name: 'Schrumpfende Zugeständnisse',
        aim: 'um zu zeigen, dass die Grenze nahe sei.',
        answer: 'Auch das Muster ist gewählt: gegen anderes tauschen oder die eigene Kurve halten.',
      },
      impasse: {
        name: 'Sackgasse',
        aim: 'damit Sie für das Weitergehen zahlen.',
        answer:
          'Ruhen lassen, die Alternative nennen und die Tür offen lassen, ohne sich zu bewegen.',
      },
    },
  },
};
