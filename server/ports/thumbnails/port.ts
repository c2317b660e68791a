/** Where the pictures of videos come from. */
export interface ThumbnailPort {
  /**
   * Puts the picture of a video on YouTube, by its 11 characters, into a new file at `path`. What arrives is whatever
   * the outside sent: it is judged by whoever opens it.
   */
  fetch(videoId: string, path: string): Promise<'fetched' | 'unavailable'>
}
