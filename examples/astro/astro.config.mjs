import { defineConfig } from 'astro/config';

export default defineConfig({
  // Where the site will be: feeds and the sitemap name it.
  site: process.env.SITE_URL ?? 'http://127.0.0.1:4321',
  outDir: process.env.OUT_DIR ?? 'dist',
  trailingSlash: 'always',
  // The service makes the sizes of pictures, so nothing here has to.
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  devToolbar: { enabled: false },
});
