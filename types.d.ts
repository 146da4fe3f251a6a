declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}

declare module 'subset-font' {
  /** Reduces a font to the characters of `text`. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; noLayoutClosure: boolean },
  ): Promise<Buffer>;
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterConstructor } from 'oidc-provider';
  const MemoryAdapter: AdapterConstructor;
  export default MemoryAdapter;
}
