import {
  chooseLanguage,
  languageLegend,
  offeredLanguages,
  useSpeech,
} from '#src/i18n/choose-language.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './language-switch.module.css'

/** The languages to choose from, each in its own words. A choice is in force at once; what is open or typed stays. */
export function LanguageSwitch() {
  const { language, digits } = useSpeech()
  if (offeredLanguages.length === 1) return null
  return (
    <fieldset className={styles.languages}>
      <legend>
        <VisuallyHidden>{languageLegend()}</VisuallyHidden>
      </legend>
      <Icon name="globe" size={20} />
      {offeredLanguages.map(({ tag, name, direction, draftWord }) => (
        <button
          key={tag}
          className={styles.language}
          type="button"
          lang={tag}
          dir={direction}
          aria-pressed={tag === language}
          onClick={() => void chooseLanguage({ language: tag, digits })}
        >
          {name}
          {draftWord && <small className={styles.draft}>{draftWord}</small>}
        </button>
      ))}
    </fieldset>
  )
}
