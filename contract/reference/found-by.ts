import { foldedWords } from '../fold.ts'
import type { WellnessCategory } from '../library/model.ts'
import type { Specialty } from './specialties.ts'

/**
 * What people who speak another language than English type for a specialty: what it is called there, as a man and as a woman,
 * and its field. Whoever changes a line raises `foldVersion`.
 */
const namesOfSpecialty: Readonly<Record<Specialty, string>> = {
  'Fitness Coach': 'مدرّب لياقة مدرّبة اللياقة بدنية رياضة, coach sportif sportive fitness',
  'Life Coach': 'مدرّب حياة مدرّبة لايف كوتش, coach de vie',
  'Wellness Coach': 'مدرّب عافية مدرّبة صحة, coach bien-être',
  'Art Therapist': 'معالج بالفن معالجة علاج فن رسم, art-thérapeute art-thérapie',
  'Behavioural Therapist':
    'معالج سلوكي معالجة سلوكية علاج سلوك, thérapeute comportemental comportementale',
  'Meditation Therapist': 'معالج بالتأمل معالجة علاج تأمل, thérapeute méditation',
  'Music Therapist': 'معالج بالموسيقى معالجة علاج موسيقى, musicothérapeute musicothérapie musique',
  'Nutritional Therapist':
    'معالج بالتغذية معالجة أخصائي أخصائية تغذية, nutritionniste thérapeute nutrition',
  Psychotherapist:
    'معالج نفسي معالجة نفسية علاج أخصائي أخصائية, psychothérapeute psychologue psychothérapie',
  'Yoga Therapist': 'معالج باليوغا معالجة علاج يوغا يوجا, thérapeute yoga',
  'Social Worker':
    'أخصائي اجتماعي أخصائية اجتماعية خدمة, assistant assistante social sociale travailleur travailleuse',
  'Soft Skills Instructor':
    'مدرّب مهارات شخصية مدرّبة, formateur formatrice compétences relationnelles',
  'Academic Teacher':
    'معلّم مواد دراسية معلّمة مدرّس مدرّسة, professeur enseignant enseignante soutien scolaire',
  'Spiritual Coach': 'مدرّب روحي مدرّبة روحية, coach spirituel spirituelle',
  Psychiatrist: 'طبيب نفسي طبيبة نفسية طب, psychiatre psychiatrie',
  'Family Constellation Therapist':
    'معالج بالكوكبات العائلية معالجة علاج أسري أسرية عائلة, thérapeute constellations familiales',
  'Sleep Therapist': 'معالج اضطرابات النوم معالجة علاج نوم, thérapeute troubles du sommeil',
  'Parenting Coach': 'مدرّب تربية مدرّبة تربوي تربوية أبناء, coach parental parentale parentalité',
}

/** The same for the categories of the library. */
const namesOfCategory: Readonly<Record<WellnessCategory, string>> = {
  'Emotional Wellness': 'العافية العاطفية مشاعر, bien-être émotionnel',
  'Physical Wellness': 'العافية الجسدية رياضة, bien-être physique',
  'Sociocultural Wellness': 'العافية الاجتماعية والثقافية ثقافة, bien-être socioculturel',
  'Nutritional Wellness': 'العافية الغذائية تغذية, bien-être nutritionnel',
  'Spiritual Wellness': 'العافية الروحية, bien-être spirituel',
  'Cognitive Wellness': 'العافية الذهنية, bien-être cognitif',
}

const known = new Map<string, readonly string[]>()

/** The folded words of a name, each of its Arabic words with and without the article; made once. */
function wordsOf(name: string): readonly string[] {
  const words = known.get(name) ?? [...new Set(foldedWords(name).flatMap(withArticle))]
  known.set(name, words)
  return words
}

function withArticle(word: string): string[] {
  const bare = word.replace(/^و?ال/, '')
  return /^[\u0621-\u064a]/.test(bare) ? [word, bare, `ال${bare}`] : [word]
}

/** The folded words by which a specialty is found beside its English name. */
export function specialtyWords(specialty: Specialty): readonly string[] {
  return wordsOf(namesOfSpecialty[specialty])
}

/** The folded words by which a category is found, those of its English name too. */
export function categoryWords(category: WellnessCategory): readonly string[] {
  return wordsOf(`${category} ${namesOfCategory[category]}`)
}

/** Shorter beginnings are of too many words, and of most names. */
const beginningCharsMin = 3

/** Whether a folded word, or its beginning, is a name of a specialty in another language. */
export function isNamed(specialty: Specialty, word: string): boolean {
  return (
    word.length >= beginningCharsMin &&
    specialtyWords(specialty).some((name) => name.startsWith(word))
  )
}
