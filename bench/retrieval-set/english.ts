import type { Language } from './retrieval-set.ts'

/** Written for this project: each statement has a question about it in different words. */
export const english: Language = {
  name: 'English',
  subjects: [
    'Alder Mill',
    'Bluefin Ferries',
    'Cobalt Press',
    'Drift Optics',
    'Ember Bakery',
    'Fathom Maps',
    'Grove Cycles',
    'Harrow Tools',
    'Inlet Foods',
    'Juniper Hostel',
    'Kestrel Post',
    'Lumen Glass',
    'Marsh Radio',
    'North Quay',
    'Opal Textiles',
    'Pine Library',
    'Quarry Stone',
    'Reed Pharmacy',
    'Slate Garage',
    'Tern Airfield',
  ],
  facets: [
    {
      title: 'Sending things back',
      fact: '{S} takes goods back within {n} days as long as the seal is unbroken.',
      ask: 'How long may I keep an unopened purchase from {S} before a refund is refused?',
    },
    {
      title: 'Repairs',
      fact: 'Manufacturing faults are repaired by {S} free of charge for {n} months.',
      ask: 'Until when does {S} mend a defective item without cost?',
    },
    {
      title: 'Shipping',
      fact: 'Parcels of {S} leave the depot every Tuesday and reach most towns {n} hours later.',
      ask: 'How quickly do orders from {S} arrive at home?',
    },
    {
      title: 'Reaching us',
      fact: 'The desk of {S} answers the telephone on weekdays until {n} minutes past five, never on Sundays.',
      ask: 'On which day can nobody be called at {S}?',
    },
    {
      title: 'Money',
      fact: '{S} accepts cards and bank transfers; cheques were abolished {n} years ago.',
      ask: 'Which way of paying is no longer possible at {S}?',
    },
    {
      title: 'History',
      fact: '{S} began {n} years ago as a workshop of two sisters beside the canal.',
      ask: 'Who founded {S}, and where did it start?',
    },
    {
      title: 'Reductions',
      fact: 'Students get {n} percent off at {S} when they show a valid card.',
      ask: 'Is anything cheaper at {S} for people who go to university?',
    },
    {
      title: 'Canteen',
      fact: 'Dishes with nuts are marked by a brown dot in the canteen of {S}; there are {n} of them this week.',
      ask: 'How can somebody with an allergy recognise dangerous meals at {S}?',
    },
    {
      title: 'Business trips',
      fact: 'Employees of {S} travel by train below {n} hundred kilometres and fly only beyond.',
      ask: 'When are staff of {S} allowed to take a plane?',
    },
    {
      title: 'Locked accounts',
      fact: 'An account at {S} is locked after {n} wrong passwords and opened again by the help desk.',
      ask: 'What happens at {S} if I mistype my login too often?',
    },
  ],
  filler: [
    'This page is kept by the office and looked over every spring.',
    'Older versions of this notice are void.',
    'Questions that are not answered here go to the front office of {S}.',
  ],
}
