/** Shown where a video's own picture cannot be had: soft hills and a play mark, in colours of the app. */
export const placeholderPicture =
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 270" width="480" height="270">
<defs><linearGradient id="sky" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#7c6cf0"/><stop offset="1" stop-color="#f08fb4"/></linearGradient></defs>
<rect width="480" height="270" fill="url(#sky)"/>
<circle cx="372" cy="78" r="34" fill="#ffe3b8" opacity=".85"/>
<path d="M0 212C80 168 150 232 240 196S400 168 480 206V270H0Z" fill="#4b3fa8" opacity=".45"/>
<path d="M0 240C90 206 190 262 290 230S420 216 480 236V270H0Z" fill="#33296f" opacity=".55"/>
<circle cx="240" cy="135" r="38" fill="#fff" opacity=".92"/>
<path d="M228 115L262 135L228 155Z" fill="#4b3fa8"/>
</svg>`)
