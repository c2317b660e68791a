import type { CountryCode, CountryHelp, EmergencyNumber, HelpWay } from './helplines.ts'

/** Each number was read on pages of its operator, a government or several others: see `helplines-sources.ts`. */
export const helpByCountry: Readonly<Record<CountryCode, CountryHelp>> = {
  US: {
    emergency: [emergency('us-911', 'Police, fire, ambulance', '911')],
    lines: [
      {
        id: 'us-988',
        name: '988 Suicide & Crisis Lifeline',
        forWhom: 'Anyone in emotional distress, of any age',
        hours: 'Day and night',
        ways: [
          call('988'),
          text('988'),
          { kind: 'chat', shown: '988lifeline.org', url: 'https://988lifeline.org' },
        ],
      },
      {
        id: 'us-crisis-text',
        name: 'Crisis Text Line',
        forWhom: 'Anyone, of any age',
        hours: 'Day and night',
        ways: [text('741741', 'HOME')],
      },
    ],
  },
  CA: {
    emergency: [emergency('ca-911', 'Police, fire, ambulance', '911')],
    lines: [
      {
        id: 'ca-988',
        name: '9-8-8: Suicide Crisis Helpline',
        forWhom: 'Anyone. Say if you are under 18: there is support for young people',
        hours: 'Day and night, in English and French',
        ways: [call('988'), text('988')],
      },
      {
        id: 'ca-kids-text',
        name: 'Kids Help Phone, by text',
        forWhom: 'Children, teens and young people',
        hours: 'Day and night',
        ways: [text('686868', 'CONNECT')],
      },
      {
        id: 'ca-kids-call',
        name: 'Kids Help Phone, by phone',
        forWhom: 'Children, teens and young people',
        hours: null,
        ways: [call('1-800-668-6868')],
      },
    ],
  },
  EG: {
    emergency: [emergency('eg-123', 'Ambulance', '123'), emergency('eg-122', 'Police', '122')],
    lines: [
      {
        id: 'eg-16000',
        name: 'Child Helpline',
        forWhom: 'Children, and anyone worried about a child',
        hours: 'Day and night',
        ways: [call('16000')],
      },
      {
        id: 'eg-16328',
        name: 'Mental Health hotline of the Ministry of Health',
        forWhom: 'Anyone with questions or in need of support',
        hours: null,
        ways: [call('16328')],
      },
    ],
  },
  QA: {
    emergency: [emergency('qa-999', 'Police, fire, ambulance', '999')],
    lines: [
      {
        id: 'qa-16000',
        name: 'National Mental Health Helpline',
        forWhom: 'All ages, with people for children and parents',
        hours: 'Saturday to Thursday, 8:00 to 18:00. At other times go to an emergency department',
        ways: [{ ...call('16000'), note: 'Then choose your language and press 4.' }],
      },
    ],
  },
  LB: {
    emergency: [
      emergency('lb-140', 'Red Cross ambulance', '140'),
      emergency('lb-125', 'Rescue, ambulance, fire', '125'),
      { ...emergency('lb-112', 'Police', '112'), confirmed: false },
    ],
    lines: [
      {
        id: 'lb-1564',
        name: 'Embrace Lifeline',
        forWhom: 'Anyone, of any age',
        hours: 'Most of the day and night',
        ways: [call('1564')],
      },
    ],
  },
  AE: {
    emergency: [emergency('ae-999', 'Police', '999'), emergency('ae-998', 'Ambulance', '998')],
    lines: [
      {
        id: 'ae-8008877',
        name: 'Talk, we hear you (Emirates Health Services)',
        forWhom: 'All ages',
        hours: 'Every day, 9:00 to 21:00',
        ways: [call('800 8877')],
      },
      {
        id: 'ae-116111',
        name: 'Child protection hotline',
        forWhom: 'Children, and anyone who knows of harm to a child',
        hours: null,
        ways: [call('116111')],
      },
    ],
  },
  PT: {
    emergency: [emergency('pt-112', 'Police, fire, ambulance', '112')],
    lines: [
      {
        id: 'pt-1411',
        name: 'Linha Nacional de Prevenção do Suicídio',
        forWhom: 'Anyone',
        hours: 'Day and night, free',
        ways: [call('1411')],
      },
      {
        id: 'pt-116111',
        name: 'SOS Criança e Jovem',
        forWhom: 'Children and young people up to 18, and families',
        hours: 'Monday to Friday, 9:00 to 19:00',
        ways: [call('116 111'), { kind: 'whatsapp', shown: '913 069 404', dial: '351913069404' }],
      },
      {
        id: 'pt-sns24',
        name: 'SNS 24, psychological counseling',
        forWhom: 'Anyone',
        hours: null,
        ways: [call('808 24 24 24')],
      },
    ],
  },
  SD: {
    emergency: [
      {
        ...emergency('sd-999', 'Ask for an ambulance', '999'),
        note: 'It may not answer at this time. If you can, get somebody to take you to a hospital.',
      },
    ],
    lines: [],
  },
  IN: {
    emergency: [emergency('in-112', 'Police, fire, ambulance', '112')],
    lines: [
      {
        id: 'in-telemanas',
        name: 'Tele-MANAS',
        forWhom: 'Anyone',
        hours: 'Day and night, in up to 20 languages',
        ways: [call('14416'), call('1-800-891-4416')],
      },
      {
        id: 'in-1098',
        name: 'Child Helpline',
        forWhom: 'Children and teens up to 18',
        hours: 'Day and night, free',
        ways: [call('1098')],
      },
    ],
  },
  SA: {
    emergency: [
      emergency('sa-911', 'Emergency, police', '911'),
      emergency('sa-999', 'Police', '999'),
      emergency('sa-997', 'Ambulance', '997'),
    ],
    lines: [
      {
        id: 'sa-116111',
        name: 'Child Helpline',
        forWhom: 'Children and teens under 18, and those who care for them',
        hours: 'Day and night',
        ways: [call('116111')],
      },
    ],
  },
  PK: {
    emergency: [
      emergency('pk-1122', 'Ambulance, rescue', '1122'),
      emergency('pk-15', 'Police', '15'),
    ],
    lines: [
      {
        id: 'pk-punjab',
        name: 'Punjab Safe Cities counseling',
        forWhom: 'Anyone in distress, in Punjab only',
        hours: null,
        ways: [{ ...call('15'), note: 'Then press 7.' }],
        onlyInState: 'Punjab',
      },
    ],
  },
  TZ: {
    emergency: [{ ...emergency('tz-112', 'Emergency', '112'), confirmed: false }],
    lines: [
      {
        id: 'tz-116',
        name: 'National Child Helpline',
        forWhom: 'Children and young people, on the mainland and Zanzibar',
        hours: 'Day and night, free',
        ways: [call('116')],
      },
    ],
  },
  JO: {
    emergency: [emergency('jo-911', 'Police, fire, ambulance', '911')],
    lines: [
      {
        id: 'jo-110',
        name: '110 for Families and Children',
        forWhom: 'Children and teens up to 18, and families',
        hours: 'Day and night, free',
        ways: [call('110')],
      },
    ],
  },
  RU: {
    emergency: [
      emergency('ru-112', 'Police, fire, ambulance', '112'),
      emergency('ru-103', 'Ambulance', '103'),
      emergency('ru-102', 'Police', '102'),
    ],
    lines: [
      {
        id: 'ru-children',
        name: 'Detskiy telefon doveriya',
        forWhom: 'Children, teens and parents',
        hours: 'Day and night in most regions, free',
        ways: [call('8-800-2000-122'), { ...call('124'), note: 'From mobile phones.' }],
      },
    ],
  },
}

function emergency(id: string, service: string, shown: string): EmergencyNumber {
  return { id, service, shown, dial: digits(shown), confirmed: true }
}

function call(shown: string): HelpWay & { kind: 'call' } {
  return { kind: 'call', shown, dial: digits(shown) }
}

function text(shown: string, body?: string): HelpWay & { kind: 'text' } {
  return { kind: 'text', shown, dial: digits(shown), ...(body ? { body } : {}) }
}

function digits(shown: string): string {
  return shown.replace(/\D/g, '')
}
