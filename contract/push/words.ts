import type { Language } from '../language.ts'
import type { MoodAnswer } from '../trackers/catalog.ts'
import type { PushedKind } from './model.ts'

/** The title of every notification: the app's own name. */
export const pushTitle = 'Zync'

/** What a discreet notification says of anything, and one that a device cannot read or that is for somebody else. */
export const neutralWords: Readonly<Record<Language, string>> = {
  en: 'You have news',
  ar: 'لديك جديد',
  fr: 'Tu as du nouveau',
}

/** Whether a notification says nothing of what it is about, in whichever language it was sent. */
export function isNeutral(body: string): boolean {
  return Object.values(neutralWords).includes(body)
}

/**
 * One sentence a kind, on locked screens for everybody to see: no name, no word that somebody wrote, nothing of what it is
 * about.
 */
export const pushWords: Readonly<Record<PushedKind, string>> = {
  'tracker.mood': 'Time for a little check-in',
  'tracker.fitness': 'Time for a little check-in',
  'tracker.sleep': 'Time for a little check-in',
  'tracker.diet': 'Time for a little check-in',
  'tracker.pause': 'Should we stop reminding you?',
  'session.reminder': 'You have a session coming up',
  'session.changed': 'There is news about a session',
  message: 'You have a new message',
  'request.received': 'You have a new request',
  'request.accepted': 'Your request was accepted',
  'result.shared': 'Something was shared with you',
  'article.published': 'There is something new to read',
  'pack.received': 'Something to read',
  test: 'Notifications reach this device',
}

/** What the worker of a phone says by itself. */
export interface PhoneWords {
  /** The day that a reminder asks about is answered already. */
  readonly answered: { readonly title: string; readonly body: string }
  /** The two buttons of a mood reminder; those behind them are the moods. */
  readonly halves: { readonly high: string; readonly low: string }
  readonly which: string
  readonly moods: Readonly<Record<MoodAnswer, string>>
  readonly saved: string
  readonly savedLowest: string
  readonly notSaved: string
}

/** In every language, because a worker that was just woken cannot wait for a catalogue. */
export const phoneWords: Readonly<Record<Language, PhoneWords>> = {
  en: {
    answered: { title: 'All done for today', body: 'You checked in already. Nothing to do.' },
    halves: { high: '😄 or 🙂', low: '😔 or 😢' },
    which: 'Which one fits best?',
    moods: {
      happy: '😄 Happy',
      normal: '🙂 Normal',
      sad: '😔 Sad',
      'very sad': '😢 Very sad',
    },
    saved: 'Saved. Thanks for checking in.',
    savedLowest: 'Saved. You don’t have to carry this alone. Help now is in the app.',
    notSaved: 'That wasn’t saved. Tap to check in in the app.',
  },
  ar: {
    answered: { title: 'اكتمل اطمئنان اليوم', body: 'إجابتك مسجّلة. لا شيء آخر مطلوب.' },
    halves: { high: '😄 أو 🙂', low: '😔 أو 😢' },
    which: 'أيّها أقرب إلى مزاجك؟',
    moods: {
      happy: '😄 سعيد',
      normal: '🙂 عادي',
      sad: '😔 حزين',
      'very sad': '😢 حزين جدًا',
    },
    saved: 'حُفظت إجابتك. شكرًا لاطمئنانك على نفسك.',
    savedLowest: 'حُفظت إجابتك. ليس عليك مواجهة هذا وحدك. «مساعدة فورية» موجودة في التطبيق.',
    notSaved: 'لم تُحفظ إجابتك. يمكنك لمس الإشعار للإجابة في التطبيق.',
  },
  fr: {
    answered: {
      title: 'C’est fait pour aujourd’hui',
      body: 'Tu as déjà fait le point. Rien à faire.',
    },
    halves: { high: '😄 ou 🙂', low: '😔 ou 😢' },
    which: 'Lequel te correspond le mieux ?',
    moods: {
      happy: '😄 Joie',
      normal: '🙂 Ça va',
      sad: '😔 Triste',
      'very sad': '😢 Très triste',
    },
    saved: 'Enregistré. Merci d’avoir fait le point.',
    savedLowest:
      'Enregistré. Tu n’as pas à porter ça sans aide. « Aide tout de suite » est dans l’application.',
    notSaved: 'Ta réponse n’a pas été enregistrée. Touche ici pour répondre dans l’application.',
  },
}
