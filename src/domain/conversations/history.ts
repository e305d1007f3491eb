/** How many of the newest messages a model is shown at most; what was said before them is searched. */
export const HISTORY_MESSAGES = 40
