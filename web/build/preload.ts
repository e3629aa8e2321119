// A Vite plugin that lets the browser load the page while its entry chooses the language.
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

type OutputBundle = Rolldown.OutputBundle;

/** Names the files of `src/start.ts` in the head of the patrons' page, whose entry imports them only later. */
export function preloadStart(): Plugin {
  return {
    name: 'punto-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {}, path }) {
        if (!path.endsWith('/index.html')) {
          return [];
        }
        const entry = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.isEntry && file.name === 'index',
        );
        const known = new Set(entry === undefined ? [] : filesOf(entry.fileName, bundle));
        const start = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/start.ts') === true,
        );
        const files = start === undefined ? [] : filesOf(start.fileName, bundle);
        return files.filter((file) => !known.has(file)).map(link);
      },
    },
  };
}

/** A chunk with all that it imports, and their styles. */
function filesOf(name: string, bundle: OutputBundle, found = new Set<string>()): string[] {
  const chunk = bundle[name];
  if (chunk?.type === 'chunk' && !found.has(name)) {
    found.add(name);
    for (const one of chunk.imports) {
      filesOf(one, bundle, found);
    }
    for (const style of chunk.viteMetadata?.importedCss ?? []) {
      found.add(style);
    }
  }
  return [...found];
}

function link(file: string): HtmlTagDescriptor {
  const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload';
  return { tag: 'link', attrs: { rel, crossorigin: true, href: `/${file}` }, injectTo: 'head' };
}
