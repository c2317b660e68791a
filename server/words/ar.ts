import { neutralWords } from '#contract/push/words.ts'
import type { SessionFacts, Words } from './words.ts'

const inTheApp = 'كل جلساتك موجودة في التطبيق.'
const moved = 'تغيّر موعد جلستك'
const canceled = 'أُلغيت جلستك'

/** The server's words in Arabic; rules and terms are in `docs/translation/glossary-ar.md`. */
export const ar: Words = {
  resetCode: (code) => ({
    subject: 'رمز لتعيين كلمة مرور جديدة في Zync',
    paragraphs: [
      'وصلنا طلب لتعيين كلمة مرور جديدة لحسابك في Zync.',
      `رمزك هو ${code}. يُكتب خلال 10 دقائق في المتصفح الذي طُلب منه.`,
      'إن لم يكن الطلب منك فلا داعي لأي شيء: تبقى كلمة مرورك كما هي. هذا الرمز لك وحدك، ولا يُعطى لأحد.',
    ],
  }),
  confirmCode: (code) => ({
    subject: 'تأكيد بريدك الإلكتروني في Zync',
    paragraphs: [
      'أهلًا بك في Zync! بقي أن نتأكد من أن هذا البريد الإلكتروني لك.',
      `رمزك هو ${code}. بعد تسجيل الدخول يُكتب الرمز في لوحتك أو في الإعدادات خلال 24 ساعة.`,
      'إن لم يكن حساب Zync هذا من إنشائك فلا داعي لأي شيء: لا نرسل رسائل أخرى إلى عنوان لم يؤكده أحد.',
    ],
  }),
  sessions: {
    booked: (session) => ({
      subject: 'جلستك محجوزة',
      paragraphs: [`موعد جلستك${withOther(session)}: ${session.when}.`, inTheApp],
    }),
    moved: (session) => ({
      subject: moved,
      paragraphs: [`الموعد الجديد لجلستك${withOther(session)}: ${session.when}.`, inTheApp],
    }),
    accepted: (session) => ({
      subject: moved,
      paragraphs: [
        `قُبل الموعد المقترح. الموعد الجديد لجلستك${withOther(session)}: ${session.when}.`,
        inTheApp,
      ],
    }),
    cancelled: (session) => ({
      subject: canceled,
      paragraphs: [
        `أُلغيت جلستك${withOther(session)}. كان موعدها: ${session.when}.`,
        ...(session.cancelTapped !== null && session.role === 'provider'
          ? [`وقت الإلغاء: ${session.cancelTapped}، أي في الوقت المناسب، ولم يصلنا ذلك إلا لاحقًا.`]
          : []),
        ...(session.role === 'client' ? ['يمكنك حجزها من جديد.'] : []),
        inTheApp,
      ],
    }),
    declined: (session) => ({
      subject: 'تبقى جلستك في موعدها',
      paragraphs: [
        `لم يُقبل الموعد الآخر، وتبقى جلستك${withOther(session)} في موعدها: ${session.when}.`,
        inTheApp,
      ],
    }),
    proposed: (session) => ({
      subject: 'هل يناسبك موعد آخر لجلستك؟',
      paragraphs: [
        `هل يمكن نقل جلستك${withOther(session)} من ${session.when} إلى ${session.other ?? 'موعد آخر'}؟`,
        'القرار لك: قبول الموعد الجديد أو الإبقاء على موعدك، من «جلساتي» في التطبيق.',
      ],
    }),
    withdrawn: ({ when, role }) => ({
      subject: canceled,
      paragraphs: [
        `تعذّر عقد جلستك، فألغاها Zync. كان موعدها: ${when}.`,
        role === 'client'
          ? 'عاد رصيدها إليك، وفي التطبيق مختصّون آخرون يسعدهم أن يكونوا معك.'
          : 'عاد رصيد الجلسة إلى من حجزها.',
        inTheApp,
      ],
    }),
    providerLeft: ({ when }) => ({
      subject: canceled,
      paragraphs: [
        `أُلغيت جلستك، فالمختصّ لم يعد على Zync. كان موعدها: ${when}.`,
        'في التطبيق مختصّون آخرون يسعدهم أن يكونوا معك.',
      ],
    }),
    reminder: (session) => ({
      subject: 'اقترب موعد جلستك',
      paragraphs: [`موعد جلستك${withOther(session)}: ${session.when}.`, inTheApp],
    }),
    alone: ({ when }) => ({
      subject: canceled,
      paragraphs: [`أُلغيت جلسة، فالحساب الذي حجزها لم يعد موجودًا. كان موعدها: ${when}.`],
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
    subject: `إيصالك من Zync رقم ${number}`,
    paragraphs: [
      `شكرًا لك. اشتريت ${sessionsText(sessions)}${seller === null ? '' : ` مع ${seller}`}، مدة الجلسة ${minutesText(minutes)}.`,
      `السعر ${price}، وضريبة القيمة المضافة (${vatPercent}%) ${vat}، والمجموع ${total}.`,
      ...(sandbox ? ['كان هذا في الوضع التجريبي: لم يُسحب أي مبلغ.'] : []),
      payer === 'self'
        ? 'إيصالاتك وما بقي من جلساتك في «مدفوعاتي» في التطبيق.'
        : 'دفعت عن شخص آخر. إذا أُعيد المبلغ، فسيعود إليك. نحذف الآن عنوان بريدك الإلكتروني.',
    ],
  }),
  sessionsLost: (sessions) => ({
    subject: 'جلسات تعذّر عقدها',
    paragraphs: [
      `تعذّر عقد ما بقي لك (${sessionsText(sessions)})، فالمختصّ لم يعد على Zync.`,
      'يعيد فريق Zync المبلغ المدفوع مقابل ذلك، ولا داعي لأي شيء من جهتك.',
      'في التطبيق مختصّون آخرون يسعدهم أن يكونوا معك.',
    ],
  }),
  calendarExpired: {
    subject: 'لا يمكن لأحد الحجز معك: انقطع الربط بتقويم \u2068Google\u2069',
    paragraphs: [
      'لم تعد \u2068Google\u2069 تسمح لـ Zync برؤية تقويمك. ربما سُحب الإذن أو تغيّرت كلمة مرورك.',
      'لا يمكن لأحد حجز جلسة معك إلى أن يُربط من جديد. أما الجلسات المحجوزة فتبقى محجوزة.',
      'في Zync، ضمن تعديل الملف الشخصي ثم إعدادات التقويم، يمكنك ربط تقويم \u2068Google\u2069 من جديد، أو إلغاء الربط لاستعمال أوقاتك غير المتاحة هناك.',
    ],
  },
  push: {
    'tracker.mood': 'لحظة قصيرة لك',
    'tracker.fitness': 'لحظة قصيرة لك',
    'tracker.sleep': 'لحظة قصيرة لك',
    'tracker.diet': 'لحظة قصيرة لك',
    'tracker.pause': 'هل نوقف تذكيرك؟',
    'session.reminder': 'لديك جلسة قريبة',
    'session.changed': 'هناك جديد عن جلسة',
    message: 'لديك رسالة جديدة',
    'request.received': 'لديك طلب جديد',
    'request.accepted': 'قُبل طلبك',
    'result.shared': 'تمت مشاركة شيء معك',
    'article.published': 'هناك شيء جديد للقراءة',
    'pack.received': 'هناك ما يستحق القراءة',
    test: 'الإشعارات تصل إلى هذا الجهاز',
  },
  discreetPush: neutralWords.ar,
  calendarSession: 'جلسة في Zync',
}

function withOther({ name }: SessionFacts): string {
  return name === null ? '' : ` مع ${name}`
}

const plural = new Intl.PluralRules('ar')

function sessionsText(count: number): string {
  if (count === 1) return 'جلسة واحدة'
  if (count === 2) return 'جلستين'
  return `${count} ${plural.select(count) === 'few' ? 'جلسات' : 'جلسة'}`
}

function minutesText(count: number): string {
  return `${count} ${plural.select(count) === 'few' ? 'دقائق' : 'دقيقة'}`
}
