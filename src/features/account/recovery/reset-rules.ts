import * as v from 'valibot'
import { passwordMax } from '#contract/account/credentials.ts'
import {
  resetCodeText,
  resetPasswordMin,
  resetPasswordShortText,
} from '#contract/account/recovery.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { confirms } from '../confirm-rule.ts'

export interface ResetFields {
  otp: string
  newPassword: string
  confirmPassword: string
}

/** Spec 5: what the reset screen itself asks for; the server then applies the register rule. */
export const resetSchema = v.pipe(
  v.object({
    otp: v.pipe(v.string(), v.regex(/^\d{6}$/, resetCodeText)),
    newPassword: v.pipe(
      v.string(),
      v.minLength(resetPasswordMin, resetPasswordShortText),
      v.maxLength(passwordMax, `Password must be at most ${passwordMax} characters`),
    ),
    confirmPassword: v.string(),
  }),
  confirms<ResetFields>('newPassword', m.recovery_mismatch),
)
