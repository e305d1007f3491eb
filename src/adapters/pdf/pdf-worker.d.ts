/** Loaded for its effect: pdfjs finds it among the globals. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs'
