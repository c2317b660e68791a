import { neutralWords } from '#contract/push/words.ts'
import type { SessionFacts, Words } from './words.ts'

const inTheApp = 'Toutes tes séances sont dans l’application.'
const moved = 'Ta séance a été déplacée'
const canceled = 'Ta séance a été annulée'

/** The server's words in French; rules and terms are in `docs/translation/glossary-fr.md`. */
export const fr: Words = {
  resetCode: (code) => ({
    subject: 'Ton code pour un nouveau mot de passe Zync',
    paragraphs: [
      'Quelqu’un a demandé un nouveau mot de passe pour ton compte Zync.',
      `Ton code est ${code}. Saisis-le dans les 10 minutes, dans le navigateur où tu l’as demandé.`,
      'Si ce n’était pas toi, tu n’as rien à faire : ton mot de passe ne change pas. Ne donne ce code à personne.',
    ],
  }),
  confirmCode: (code) => ({
    subject: 'Confirme ton adresse e-mail pour Zync',
    paragraphs: [
      'Bienvenue sur Zync ! Il reste à confirmer que cette adresse est bien la tienne.',
      `Ton code est ${code}. Connecte-toi et saisis-le dans les 24 heures, sur ton tableau de bord ou dans tes réglages.`,
      'Si tu n’as pas créé de compte Zync, tu n’as rien à faire : nous n’envoyons aucun autre message à une adresse que personne n’a confirmée.',
    ],
  }),
  sessions: {
    booked: (session) => ({
      subject: 'Ta séance est réservée',
      paragraphs: [`Ta séance${withOther(session)} a lieu le ${session.when}.`, inTheApp],
    }),
    moved: (session) => ({
      subject: moved,
      paragraphs: [`Ta séance${withOther(session)} a désormais lieu le ${session.when}.`, inTheApp],
    }),
    accepted: (session) => ({
      subject: moved,
      paragraphs: [
        `Ta séance${withOther(session)} a désormais lieu le ${session.when}, comme proposé.`,
        inTheApp,
      ],
    }),
    cancelled: (session) => ({
      subject: canceled,
      paragraphs: [
        `Ta séance${withOther(session)} du ${session.when} a été annulée.`,
        ...(session.cancelTapped !== null && session.role === 'provider'
          ? [
              `L’annulation date du ${session.cancelTapped}, à temps, mais ne nous est arrivée que plus tard.`,
            ]
          : []),
        ...(session.role === 'client' ? ['Tu peux la réserver à nouveau.'] : []),
        inTheApp,
      ],
    }),
    declined: (session) => ({
      subject: 'Ta séance ne change pas',
      paragraphs: [
        `Ta séance${withOther(session)} reste fixée au ${session.when} : l’autre horaire a été refusé.`,
        inTheApp,
      ],
    }),
    proposed: (session) => ({
      subject: 'Un autre horaire pour ta séance ?',
      paragraphs: [
        `Ta séance${withOther(session)} du ${session.when} peut-elle être déplacée ${session.other === null ? 'à un autre horaire' : `au ${session.other}`} ?`,
        'Tu choisis : accepter le nouvel horaire ou garder le tien, dans l’application sous « Mes séances ».',
      ],
    }),
    withdrawn: ({ when, role }) => ({
      subject: canceled,
      paragraphs: [
        `Ta séance du ${when} ne peut pas avoir lieu : Zync l’a annulée.`,
        role === 'client'
          ? 'Son crédit t’a été rendu. L’application te montre qui d’autre est là pour toi.'
          : 'Son crédit a été rendu à la personne qui l’avait réservée.',
        inTheApp,
      ],
    }),
    providerLeft: ({ when }) => ({
      subject: canceled,
      paragraphs: [
        `Ta séance du ${when} est annulée : ton professionnel n’est plus sur Zync.`,
        'L’application te montre qui d’autre est là pour toi.',
      ],
    }),
    reminder: (session) => ({
      subject: 'Ta séance approche',
      paragraphs: [`Ta séance${withOther(session)} a lieu le ${session.when}.`, inTheApp],
    }),
    alone: ({ when }) => ({
      subject: canceled,
      paragraphs: [
        `Une séance du ${when} est annulée : le compte qui l’avait réservée n’existe plus.`,
      ],
    }),
  },
  receipt: ({
    number,
    sessions,
    minutes,
    seller,
    price,
    vatPercent,
    vat,
    total,
    payer,
    sandbox,
  }) => ({
    subject: `Ton reçu Zync ${number}`,
    paragraphs: [
      `Merci. Tu as acheté ${sessions === 1 ? '1 séance' : `${sessions} séances`} de ${minutes} minutes${seller === null ? '' : ` avec ${seller}`}.`,
      `Prix ${price}, TVA ${vatPercent} % ${vat}, total ${total}.`,
      ...(sandbox ? ['C’était un essai : rien n’a été débité.'] : []),
      payer === 'self'
        ? 'Tes reçus et les séances qui te restent sont dans l’application, sous « Mes paiements ».'
        : 'Tu as payé pour quelqu’un d’autre. En cas de remboursement, l’argent te revient. Nous effaçons maintenant ton adresse e-mail.',
    ],
  }),
  sessionsLost: (sessions) => ({
    subject: 'Des séances qui ne peuvent pas avoir lieu',
    paragraphs: [
      `Il te reste ${sessions === 1 ? '1 séance qui ne peut pas avoir lieu' : `${sessions} séances qui ne peuvent pas avoir lieu`} : le professionnel n’est plus sur Zync.`,
      'L’équipe Zync rembourse ce qui a été payé pour cela. Tu n’as rien à faire.',
      'L’application te montre qui d’autre est là pour toi.',
    ],
  }),
  calendarExpired: {
    subject: 'Personne ne peut réserver avec toi : Google Agenda n’est plus relié',
    paragraphs: [
      'Google ne laisse plus Zync voir ton agenda. L’accès a peut-être été retiré, ou ton mot de passe a changé.',
      'Tant que tu ne le relies pas à nouveau, personne ne peut réserver de séance avec toi. Les séances déjà réservées le restent.',
      'Dans Zync, ouvre Modifier le profil, puis Réglages du calendrier, et relie Google Agenda à nouveau, ou retire le lien pour utiliser tes indisponibilités de Zync.',
    ],
  },
  push: {
    'tracker.mood': 'Un petit moment pour toi',
    'tracker.fitness': 'Un petit moment pour toi',
    'tracker.sleep': 'Un petit moment pour toi',
    'tracker.diet': 'Un petit moment pour toi',
    'tracker.pause': 'On arrête les rappels ?',
    'session.reminder': 'Tu as bientôt une séance',
    'session.changed': 'Il y a du nouveau pour une séance',
    message: 'Tu as un nouveau message',
    'request.received': 'Tu as une nouvelle demande',
    'request.accepted': 'Ta demande a été acceptée',
    'result.shared': 'Quelque chose a été partagé avec toi',
    'article.published': 'Il y a du nouveau à lire',
    'pack.received': 'Quelque chose à lire',
    test: 'Les notifications arrivent sur cet appareil',
  },
  discreetPush: neutralWords.fr,
  calendarSession: 'Séance Zync',
}

function withOther({ name }: SessionFacts): string {
  return name === null ? '' : ` avec ${name}`
}
