import { buildScriptTag } from '../../../shared/stores/script-tag.ts';

interface Snippet {
  title: string;
  /** The place to paste it into. */
  place: string;
  language: 'html' | 'php';
  code: string;
}

/** Builds what a merchant pastes, by platform: as in docs/install.md, with the store's own values. */
export function buildSnippets(origin: string, slug: string): Snippet[] {
  const tag = buildScriptTag(origin, slug);
  return [
    {
      title: 'Any shop',
      place: 'The tag goes into every page, before </head>; the button where shoppers shall find it.',
      language: 'html',
      code: `${tag}

<button type="button" data-service-launcher>Try it on</button>`,
    },
    {
      title: 'Shopify',
      place: 'In the theme editor, on the product template: a Custom Liquid block below the buy buttons.',
      language: 'html',
      code: `${tag}
<button type="button" class="button button--secondary" data-service-launcher>Try it on</button>`,
    },
    {
      title: 'WooCommerce',
      place: 'In a plugin for snippets, or in functions.php of a child theme.',
      language: 'php',
      code: `add_action( 'wp_footer', function () {
    wp_print_script_tag( array(
        'async'                  => true,
        'src'                    => '${origin}/service-embed.js',
        'data-service-subdomain' => '${slug}',
    ) );
} );

add_action( 'woocommerce_after_add_to_cart_button', function () {
    global $product;
    printf(
        '<button type="button" class="button" data-service-launcher data-service-product-id="%s">Try it on</button>',
        esc_attr( $product->get_id() )
    );
} );`,
    },
    {
      title: 'Tag manager',
      place: 'A tag of the type Custom HTML on all pages; elements of the class try-it-on open the try-on.',
      language: 'html',
      code: `<script>
  window.ServiceEmbedConfig = { subdomain: '${slug}', selector: '.try-it-on', dataLayer: true };
  (function () {
    var script = document.createElement('script');
    script.src = '${origin}/service-embed.js';
    document.head.appendChild(script);
  })();
</script>`,
    },
  ];
}
