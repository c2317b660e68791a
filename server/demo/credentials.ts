/** The password of every demo person. */
export const demoPassword = 'Demo-Pass1!'

/** The domain of every demo person's address; it receives no mail. */
export const demoDomain = 'zync.example'
