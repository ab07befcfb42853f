// Going on with another key, and what can be done where one is lost.

export const rotate = {
  rotate: {
    open: 'Go on with a new key …',
    title: 'Go on with a new key?',
    lead: 'A new key is made where your key rests now, and the old one signs that it follows. What the old key signed stays valid; from then on it signs nothing. Your deals and mandates go on, and your colleagues’ desks follow by themselves.',
    votes:
      'A rule for votes names keys: an org owner has to name you anew in it. Drafts that were sealed to the old key do not open any more; let them be drafted again.',
    passphrase: 'Your passphrase',
    confirm: 'Make the key and go on',
    done: 'You sign with your new key from now on.',
    lost: 'Key lost?',
    lostLead:
      'It cannot be had back, and nobody can sign in your place. Ask an org owner to remove you under People and to invite you again: you join from an empty workspace with a new key, and the owner hands your deals over to it. What you signed stays valid. If the only org owner has lost the key, the organisation has to be founded anew on a new host; records and exports of the old one stay valid.',
  },
};
