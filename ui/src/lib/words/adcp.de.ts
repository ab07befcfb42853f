// German: media bought of a seller by typed proposals (AdCP).

import { answers } from './adcp.answer.de';
import type { adcp as english } from './adcp.en';
import { num, plural } from './plural';

export const adcp: typeof english = {
  adcp: {
    ...answers,
    title: 'Werbung',
    places: {
      label: 'Was von diesem Geschäft zu sehen ist',
      timeline: 'Verlauf',
      timelineNew: (n) => `Verlauf, ${num(n)} neu`,
      media: 'Entwürfe',
    },
    proposal: (n) => `Entwurf ${num(n)}`,
    unknownProposal: 'einem unbekannten Entwurf',
    about: (proposal) => `Zu ${proposal}:`,
    exchange: (n, act) => `Anfrage ${num(n)}: ${act}`,
    decided: (who) => `entschieden von ${who},`,
    nothing: 'Dieser Verkäufer wurde noch um nichts gebeten',
    nothingLead:
      'Sagen Sie in einem Briefing, wofür die Kampagne ist. Der Verkäufer antwortet mit Entwürfen.',
    nothingLeadOther: 'Wer für dieses Geschäft entscheidet, bittet um die ersten Entwürfe.',
    request: 'Um Entwürfe bitten',
    requestAgain: 'Um andere Entwürfe bitten',
    family: 'Alle Entwürfe',
    earlier: 'Frühere Anfragen',
    bought: 'Gekauft',
    buyEnded: 'beendet',
    terms: 'Bedingungen und Schritte',
    exactTerms: 'Die Bedingungen, Zeichen für Zeichen',
    freshTerms: 'Neue Bedingungen holen',
    answersRequest: (n) => `Folgt auf die Antwort zu Anfrage ${num(n)}`,
    leavesLead: 'Eine Anfrage an den Verkäufer, diese Bytes und keine anderen.',
    preflight: 'Das Protokoll verbietet diese Anfrage',
    seller: {
      title: 'Werbeverkäufer',
      lead: 'Für Kampagnen, die bei einem Agenten gekauft werden, der AdCP 3.2 spricht.',
      give: 'Verkäufer angeben',
      open: 'Entwürfe öffnen',
      ask: 'Fragen, was er kann',
      edit: 'Ändern',
      save: 'Speichern und fragen',
      asking: 'Der Verkäufer wird gefragt, was er kann …',
      address: 'Adresse',
      addressHint: 'Sein MCP-Endpunkt, etwa https://ads.example/mcp.',
      token: 'Token',
      tokenHint: 'Es kommt in den Schlüsselbund und sonst nirgends hin.',
      tokenKept: 'Leer: Das im Schlüsselbund bleibt. Eine andere Adresse braucht ihr eigenes.',
      account: 'Konto',
      accountBy: 'Das Konto, das kauft, nach',
      accountId: 'Kontonummer',
      accountNatural: 'Marke und Betreiber',
      accountBrand: 'Marke des Kontos, als Domain',
      operator: 'Betreiber, als Domain',
      natural: (brand, operator) => `${brand}, über ${operator}`,
      brand: 'Marke',
      brandHint: 'Domain der Marke, für die geworben wird.',
      practice: 'Zum Üben starten Sie den Übungsverkäufer; er gibt sein Token aus:',
      practiceFill: 'Das Übrige für ihn ausfüllen',
      speaks: 'Spricht',
      speaksNone: (versions) =>
        versions === '' ? 'keine Ausgabe von AdCP 3.2' : `kein AdCP 3.2, nur ${versions}`,
      takes: 'Nimmt als Vorgabe',
      declaresNothing: 'er erklärt nichts; alles kann versucht werden',
      wordsOnly: 'nichts, nur Worte',
      alternatives: (most) => `höchstens ${num(most)} Alternativen`,
      serves: 'Bedient',
      none: 'keine der Aufgaben',
      replay: 'Merkt sich',
      replayFor: (hours) =>
        hours === 0
          ? 'Anfragen weniger als eine Stunde'
          : `Anfragen ${num(hours)} ${plural(hours, 'Stunde', 'Stunden')} lang`,
      noReplay: 'nichts: Darum wird ihm nichts gesandt',
      asked: 'Gefragt',
    },
    tools: {
      request_proposals: 'erste Entwürfe',
      refine_proposals: 'Überarbeiten und Reservieren',
      accept_proposal: 'Annahme',
      decline_proposals: 'Ablehnen',
    },
    dimensions: {
      total_budget: 'Gesamtbudget',
      cpm: 'Tausenderpreis (CPM)',
      impressions: 'Einblendungen',
      flight: 'Laufzeit',
      product_changes: 'Produkte',
      alternatives: 'Alternativen',
      criteria: 'Kriterien',
    },
    titles: {
      request: 'Um Entwürfe bitten',
      revise: 'Überarbeiten',
      finalize: 'Reservieren lassen',
      accept: 'Annehmen',
      decline: 'Ablehnen',
      amendment: 'Den Kauf ändern',
      cancellation: 'Den Kauf beenden',
    },
    acts: {
      accept: 'Annehmen',
      finalize: 'Reservieren lassen',
      revise: 'Überarbeiten',
      amend: 'Kauf ändern',
      cancel: 'Kauf beenden',
      decline: 'Ablehnen',
    },
    actOf: (act, n) => `${act}: Entwurf ${num(n)}`,
    builder: {
      brief: 'Briefing',
      briefLead:
        'Der Verkäufer liest es. Grenzen, die gelten müssen, setzen Sie danach als Vorgaben.',
      criteria: 'Kriterien, als JSON',
      criteriaHint: 'Sie treten an die Stelle derer des Entwurfs.',
      lead: 'Ein Entwurf bleibt, wie er ist; die Antwort bringt neue. Leere Felder verlangen nichts.',
      changeLeads: {
        amendment:
          'Der Kauf läuft weiter wie bisher, bis ein neuer Entwurf mit anderen Bedingungen reserviert und angenommen wurde.',
        cancellation:
          'Der Kauf läuft weiter, bis der Entwurf, der ihn beendet, reserviert und angenommen wurde. Er sagt, was das kostet.',
      },
      budgetMin: 'Gesamtbudget mindestens',
      budgetMax: 'höchstens',
      currency: 'Währung',
      cpm: 'Tausenderpreis (CPM), höchstens',
      impressions: 'Einblendungen, mindestens',
      startBy: 'Beginnt spätestens',
      endFrom: 'Endet nicht vor',
      alternatives: 'Entwürfe zur Wahl',
      alternativesHint: (most) => `2 bis ${num(most)}; leer: einer.`,
      products: 'Produkte',
      noProducts: 'Der Verkäufer hat noch keines beschrieben.',
      productOf: (name) => `Produkt ${name}`,
      bought: '(in diesem Entwurf)',
      membership: {
        either: 'wie der Verkäufer mag',
        include: 'muss dabei sein',
        omit: 'darf nicht dabei sein',
      },
      ask: 'In Worten',
      askHint: 'Was aus Worten wird, rechnet niemand nach: Das beurteilen Sie selbst.',
      noFrequencyCap: 'Die Kontaktbegrenzung aufheben',
      undeclared: (n) => `${num(n)} weitere, die dieser Verkäufer nicht als Vorgabe nimmt`,
      undeclaredLead:
        'Was Sie hier eintragen, kann nur in Worten gesagt werden. Vorher werden Sie gefragt.',
      also: 'In derselben Anfrage auch überarbeiten',
      noOther: 'keinen anderen',
      add: 'Hinzunehmen',
      remove: 'Weglassen',
      removeOf: (n) => `Entwurf ${num(n)} weglassen`,
    },
    undeclared: {
      lead: 'Dies nimmt der Verkäufer nicht als Vorgabe; er würde es zurückweisen.',
      would: 'In Worten lautet es:',
      judge:
        'Ob Worte erfüllt sind, wird nicht gerechnet; nur Sie können es sagen. Oder gehen Sie zurück und ändern Sie es.',
      say: 'In Worten sagen',
    },
    choice: {
      finalizeLead:
        'Der Verkäufer hält genau diese Bedingungen eine Weile frei. Gekauft ist damit noch nichts.',
      acceptLead:
        'Damit kaufen Sie genau die Bedingungen, deren Prüfsumme hier nachgerechnet wurde.',
      together: 'Zusammen damit reservieren: alle oder keinen',
      alsoDecline: 'Zusammen damit ablehnen',
      departures:
        'Der Verkäufer weicht vom Verlangten ab. Nehmen Sie jede Abweichung an, oder wählen Sie andere Bedingungen:',
      order: (needed) =>
        needed
          ? 'Der Verkäufer verlangt, dass sein Auftrag unterschrieben wird'
          : 'Zu diesem Entwurf gehört ein Auftrag des Verkäufers',
      sign: 'Den Auftrag in meinem Namen unterschreiben',
      reason: 'Grund',
      reasons: {
        price: 'Preis',
        inventory_fit: 'Die Werbeflächen passen nicht',
        audience_fit: 'Die Zielgruppe passt nicht',
        timing: 'Die Zeit passt nicht',
        budget_changed: 'Das Budget ist ein anderes',
        selected_alternative: 'Ein anderer wurde gewählt',
        other: 'Ein anderer Grund',
      },
      detail: 'Was der Verkäufer darüber hinaus wissen darf',
      detailHint: 'Der Verkäufer liest es.',
    },
    hold: {
      title: (n) => `Entwurf ${num(n)} ist für Sie reserviert`,
      ended: (n) => `Die Reservierung von Entwurf ${num(n)} ist vorbei`,
      soon: 'Die Reservierung endet bald: Entscheiden Sie jetzt, oder holen Sie neue Bedingungen.',
      over: 'Die Reservierung ist zu Ende: Diese Bedingungen lassen sich nicht mehr annehmen.',
      accept: 'Ansehen und annehmen',
    },
    outcome: {
      sending: 'Sie ist unterwegs.',
      doubt:
        'Es kam keine Antwort. Vielleicht ist es geschehen: Dieselben Bytes gehen noch einmal hinaus, um es herauszufinden.',
      waiting:
        'Der Verkäufer bittet zu warten. Dieselben Bytes gehen von selbst noch einmal hinaus.',
      pending:
        'Der Verkäufer hat sie angenommen und arbeitet daran. Er wird gefragt, bis er fertig ist.',
      answered: 'Die Antwort wurde nachgerechnet und stimmt. Sie steht neben Ihren Vorgaben.',
      faulty: 'Es kam eine Antwort, die nicht stimmt. Nichts davon lässt sich verwenden.',
      refused: 'Der Verkäufer hat sie zurückgewiesen. Es ist nichts geschehen.',
      needs_input: 'Der Verkäufer wartet auf etwas, das nur seine Leute annehmen. Fragen Sie sie.',
      given_up: 'Niemand findet mehr heraus, was daraus geworden ist.',
    },
    settle: {
      leads: {
        sending: 'Sie wird gesandt.',
        doubt:
          'Vielleicht ist es geschehen. Dieselben Bytes unter demselben Schlüssel klären es: Der Verkäufer tut nichts zweimal.',
        waiting:
          'Der Verkäufer bat zu warten. Dieselben Bytes gehen von selbst noch einmal hinaus.',
        pending:
          'Der Verkäufer arbeitet daran und wird gefragt, bis er fertig ist. Gesandt wird nicht noch einmal.',
        answered: '',
        faulty: '',
        refused: '',
        needs_input:
          'Der Verkäufer wartet auf Eingaben, die das Protokoll nicht geben kann. Fragen Sie seine Leute.',
        given_up: 'Aufgegeben: Vielleicht ist es geschehen. Gesandt wird es nie wieder.',
      },
      sends: (n) => `${num(n)}-mal gesandt`,
      again: 'noch einmal in',
      known: 'der Verkäufer kennt sie bis',
      repeat: 'Dieselben Bytes jetzt noch einmal senden',
      ask: 'Jetzt fragen',
      giveUp: 'Aufgeben',
      sure: 'Vielleicht ist es trotzdem geschehen, und gesandt wird es nie wieder.',
    },
  },
};
