import type { Schema, Struct } from '@strapi/strapi';

export interface HomeLiveHome extends Struct.ComponentSchema {
  collectionName: 'components_home_live_home';
  info: {
    description: 'Shows a live session on the home page.';
    displayName: 'Live card';
    icon: 'cast';
  };
  attributes: {
    label: Schema.Attribute.String & Schema.Attribute.Private;
    live: Schema.Attribute.Relation<'oneToOne', 'api::live.live'> & Schema.Attribute.Required;
  };
}

export interface HomeProductHome extends Struct.ComponentSchema {
  collectionName: 'components_home_product_home';
  info: {
    description: 'Shows a product on the home page.';
    displayName: 'Product card';
    icon: 'shoppingCart';
  };
  attributes: {
    label: Schema.Attribute.String & Schema.Attribute.Private;
    product: Schema.Attribute.Relation<'oneToOne', 'api::product.product'> &
      Schema.Attribute.Required;
  };
}

export interface HomeSeriesHome extends Struct.ComponentSchema {
  collectionName: 'components_home_series_home';
  info: {
    description: 'Shows a series on the home page.';
    displayName: 'Series card';
    icon: 'play';
  };
  attributes: {
    label: Schema.Attribute.String & Schema.Attribute.Private;
    serie: Schema.Attribute.Relation<'oneToOne', 'api::series.series'> & Schema.Attribute.Required;
  };
}

export interface LabelGreenTag extends Struct.ComponentSchema {
  collectionName: 'components_label_green_tags';
  info: {
    description: 'A short word that sets a card apart.';
    displayName: 'Label';
    icon: 'priceTag';
  };
  attributes: {
    greenTag: Schema.Attribute.Enumeration<['TENDENCIA', 'TOP 10', 'PREMIUM', 'PROMOCI\u00D3N']> &
      Schema.Attribute.Required;
  };
}

export interface LanguageChannelTexts extends Struct.ComponentSchema {
  collectionName: 'components_language_channel_texts';
  info: {
    description: 'The texts of a channel in one more language.';
    displayName: 'Channel in another language';
    icon: 'earth';
  };
  attributes: {
    description: Schema.Attribute.Text;
    headVideo: Schema.Attribute.Component<'shared.head-video', false>;
    language: Schema.Attribute.String &
      Schema.Attribute.Required &
      Schema.Attribute.CustomField<'plugin::translations.language'>;
    mediaCard: Schema.Attribute.Component<'shared.media-card', true>;
    name: Schema.Attribute.String;
    seo: Schema.Attribute.Component<'shared.seo', false>;
  };
}

export interface LanguageEpisodeTexts extends Struct.ComponentSchema {
  collectionName: 'components_language_episode_texts';
  info: {
    description: 'The texts of an episode in one more language.';
    displayName: 'Episode in another language';
    icon: 'earth';
  };
  attributes: {
    language: Schema.Attribute.String &
      Schema.Attribute.Required &
      Schema.Attribute.CustomField<'plugin::translations.language'>;
    name: Schema.Attribute.String;
    summary: Schema.Attribute.Text;
  };
}

export interface LanguageLiveTexts extends Struct.ComponentSchema {
  collectionName: 'components_language_live_texts';
  info: {
    description: 'The texts of a live in one more language.';
    displayName: 'Live in another language';
    icon: 'earth';
  };
  attributes: {
    language: Schema.Attribute.String &
      Schema.Attribute.Required &
      Schema.Attribute.CustomField<'plugin::translations.language'>;
    ondemandTitle: Schema.Attribute.String;
    program: Schema.Attribute.Component<'live.program', true>;
    title: Schema.Attribute.String;
  };
}

export interface LiveProgram extends Struct.ComponentSchema {
  collectionName: 'components_live_programs';
  info: {
    description: 'A titled part of the programme.';
    displayName: 'Programme';
    icon: 'calendar';
  };
  attributes: {
    row: Schema.Attribute.Component<'live.row', true>;
    title: Schema.Attribute.String & Schema.Attribute.Required;
  };
}

export interface LiveRow extends Struct.ComponentSchema {
  collectionName: 'components_live_rows';
  info: {
    description: 'One item of the programme.';
    displayName: 'Programme item';
    icon: 'clock';
  };
  attributes: {
    about: Schema.Attribute.Text;
    hour: Schema.Attribute.String;
    protagonists: Schema.Attribute.Relation<'oneToMany', 'api::protagonist.protagonist'>;
  };
}

export interface LiveTypeOfLive extends Struct.ComponentSchema {
  collectionName: 'components_live_type_of_lives';
  info: {
    description: 'Where and when the session is broadcast.';
    displayName: 'Live platform';
    icon: 'cast';
  };
  attributes: {
    iframeCode: Schema.Attribute.Text;
    startDate: Schema.Attribute.DateTime & Schema.Attribute.Required;
    typeLive: Schema.Attribute.Enumeration<['Zoom', 'Vimeo', 'YouTube', 'Teams']> &
      Schema.Attribute.Required;
  };
}

export interface PageBanner extends Struct.ComponentSchema {
  collectionName: 'components_page_banner';
  info: {
    description: 'One slide of a carousel: a picture, a line of text and where a click leads.';
    displayName: 'Banner';
    icon: 'picture';
  };
  attributes: {
    backgroundMedia: Schema.Attribute.Media<'images' | 'videos'> & Schema.Attribute.Required;
    description: Schema.Attribute.Text & Schema.Attribute.Required;
    icon: Schema.Attribute.Media<'images'>;
    link: Schema.Attribute.String &
      Schema.Attribute.Required &
      Schema.Attribute.CustomField<'plugin::links.link'>;
  };
}

export interface PageCourseList extends Struct.ComponentSchema {
  collectionName: 'components_page_course_list';
  info: {
    description: 'A titled row of products of one category, in the order given here.';
    displayName: 'Product shelf';
    icon: 'grid';
  };
  attributes: {
    category: Schema.Attribute.Relation<'oneToOne', 'api::category.category'> &
      Schema.Attribute.Required;
    products: Schema.Attribute.Relation<'oneToMany', 'api::product.product'>;
    title: Schema.Attribute.String & Schema.Attribute.Required;
  };
}

export interface PagePlanType extends Struct.ComponentSchema {
  collectionName: 'components_page_plan_type';
  info: {
    description: 'A way to subscribe: its name and what it includes.';
    displayName: 'Plan';
    icon: 'bulletList';
  };
  attributes: {
    description: Schema.Attribute.Text & Schema.Attribute.Required;
    title: Schema.Attribute.String & Schema.Attribute.Required;
  };
}

export interface PageSlide extends Struct.ComponentSchema {
  collectionName: 'components_page_slides';
  info: {
    description: 'One slide of a carousel: a picture with its icon, a line of text and where a click leads.';
    displayName: 'Slide';
    icon: 'picture';
  };
  attributes: {
    backgroundMedia: Schema.Attribute.Media<'images' | 'videos'> & Schema.Attribute.Required;
    description: Schema.Attribute.Text & Schema.Attribute.Required;
    icon: Schema.Attribute.Media<'images'> & Schema.Attribute.Required;
    link: Schema.Attribute.String &
      Schema.Attribute.Required &
      Schema.Attribute.CustomField<'plugin::links.link'>;
  };
}

export interface PageTeamMember extends Struct.ComponentSchema {
  collectionName: 'components_page_team_member';
  info: {
    description: 'Someone of the company, with portrait and role.';
    displayName: 'Person of the company';
    icon: 'user';
  };
  attributes: {
    cv: Schema.Attribute.Text & Schema.Attribute.Required;
    image: Schema.Attribute.Media<'images', true> & Schema.Attribute.Required;
    link: Schema.Attribute.String &
      Schema.Attribute.Required &
      Schema.Attribute.CustomField<'plugin::links.link'>;
    name: Schema.Attribute.String & Schema.Attribute.Required;
    workPosition: Schema.Attribute.String & Schema.Attribute.Required;
  };
}

export interface PageTextImage extends Struct.ComponentSchema {
  collectionName: 'components_page_text_image';
  info: {
    description: 'A title, a text and a picture.';
    displayName: 'Text with picture';
    icon: 'layout';
  };
  attributes: {
    description: Schema.Attribute.Text & Schema.Attribute.Required;
    image: Schema.Attribute.Media<'images'> & Schema.Attribute.Required;
    title: Schema.Attribute.String & Schema.Attribute.Required;
  };
}

export interface ProductBookDetails extends Struct.ComponentSchema {
  collectionName: 'components_product_book_detailss';
  info: {
    description: 'What a reader wants to know of a book.';
    displayName: 'Book details';
    icon: 'book';
  };
  attributes: {
    author: Schema.Attribute.String & Schema.Attribute.Required;
    bindingFormat: Schema.Attribute.String & Schema.Attribute.Required;
    chapterIndex: Schema.Attribute.Text & Schema.Attribute.Required;
    description: Schema.Attribute.Text & Schema.Attribute.Required;
    edition: Schema.Attribute.String & Schema.Attribute.Required;
    editorial: Schema.Attribute.String;
    editorialEmail: Schema.Attribute.Email;
    format: Schema.Attribute.Enumeration<['Physical', 'Digital']> & Schema.Attribute.Required;
    ISBN: Schema.Attribute.String & Schema.Attribute.Required;
    language: Schema.Attribute.String & Schema.Attribute.Required;
    numberOfIllustrations: Schema.Attribute.Integer &
      Schema.Attribute.SetMinMax<
        {
          min: 0;
        },
        number
      >;
    numberOfPages: Schema.Attribute.Integer &
      Schema.Attribute.SetMinMax<
        {
          min: 0;
        },
        number
      >;
    publicationYear: Schema.Attribute.Integer &
      Schema.Attribute.SetMinMax<
        {
          max: 2200;
          min: 1400;
        },
        number
      >;
    synopsis: Schema.Attribute.Text & Schema.Attribute.Required;
  };
}

export interface ProductHeader extends Struct.ComponentSchema {
  collectionName: 'components_product_headers';
  info: {
    description: 'Duration, level, credits and the like.';
    displayName: 'Academic data';
    icon: 'book';
  };
  attributes: {
    appAvailable: Schema.Attribute.Boolean;
    certificate: Schema.Attribute.Boolean &
      Schema.Attribute.Required &
      Schema.Attribute.DefaultTo<false>;
    credits: Schema.Attribute.String;
    duration: Schema.Attribute.String & Schema.Attribute.Required;
    ebookNumber: Schema.Attribute.Integer &
      Schema.Attribute.SetMinMax<
        {
          min: 0;
        },
        number
      >;
    language: Schema.Attribute.Component<'product.header-language', true>;
    lessonNumber: Schema.Attribute.Integer &
      Schema.Attribute.Required &
      Schema.Attribute.SetMinMax<
        {
          min: 0;
        },
        number
      >;
    level: Schema.Attribute.String & Schema.Attribute.Required;
    modality: Schema.Attribute.Enumeration<['Online', 'Presencial']> & Schema.Attribute.Required;
    startingDate: Schema.Attribute.String & Schema.Attribute.Required;
    universityDegree: Schema.Attribute.String;
  };
}

export interface ProductHeaderLanguage extends Struct.ComponentSchema {
  collectionName: 'components_product_header_languages';
  info: {
    description: 'A language in which the product is taught.';
    displayName: 'Language';
    icon: 'globe';
  };
  attributes: {
    name: Schema.Attribute.String & Schema.Attribute.Required;
  };
}

export interface ProductLaabConnection extends Struct.ComponentSchema {
  collectionName: 'components_product_laab_connections';
  info: {
    description: 'How the product is connected with Laab.';
    displayName: 'Laab connection';
    icon: 'link';
  };
  attributes: {
    description: Schema.Attribute.Text;
    link: Schema.Attribute.String & Schema.Attribute.CustomField<'plugin::links.address'>;
    title: Schema.Attribute.String;
  };
}

export interface SharedHeadVideo extends Struct.ComponentSchema {
  collectionName: 'components_shared_head_videos';
  info: {
    description: 'The video at the head of a page.';
    displayName: 'Opening video';
    icon: 'play';
  };
  attributes: {
    company: Schema.Attribute.String;
    m3u8Link: Schema.Attribute.String;
    title: Schema.Attribute.String & Schema.Attribute.Required;
  };
}

export interface SharedMediaCard extends Struct.ComponentSchema {
  collectionName: 'components_shared_media_cards';
  info: {
    description: "One entry of the channel's slider.";
    displayName: 'Slider entry';
    icon: 'landscape';
  };
  attributes: {
    sliderName: Schema.Attribute.String & Schema.Attribute.Required;
  };
}

export interface SharedSeo extends Struct.ComponentSchema {
  collectionName: 'components_shared_seos';
  info: {
    description: 'What search engines and social networks show.';
    displayName: 'Search engines';
    icon: 'search';
  };
  attributes: {
    author: Schema.Attribute.String & Schema.Attribute.Required;
    description: Schema.Attribute.Text;
    image: Schema.Attribute.Media<'images'>;
    title: Schema.Attribute.String;
  };
}

declare module '@strapi/strapi' {
  export namespace Public {
    export interface ComponentSchemas {
      'home.live-home': HomeLiveHome;
      'home.product-home': HomeProductHome;
      'home.series-home': HomeSeriesHome;
      'label.green-tag': LabelGreenTag;
      'language.channel-texts': LanguageChannelTexts;
      'language.episode-texts': LanguageEpisodeTexts;
      'language.live-texts': LanguageLiveTexts;
      'live.program': LiveProgram;
      'live.row': LiveRow;
      'live.type-of-live': LiveTypeOfLive;
      'page.banner': PageBanner;
      'page.course-list': PageCourseList;
      'page.plan-type': PagePlanType;
      'page.slide': PageSlide;
      'page.team-member': PageTeamMember;
      'page.text-image': PageTextImage;
      'product.book-details': ProductBookDetails;
      'product.header': ProductHeader;
      'product.header-language': ProductHeaderLanguage;
      'product.laab-connection': ProductLaabConnection;
      'shared.head-video': SharedHeadVideo;
      'shared.media-card': SharedMediaCard;
      'shared.seo': SharedSeo;
    }
  }
}
